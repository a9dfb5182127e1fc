const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Former countries, which Intl names after their successors, and Hong Kong, which has a shorter everyday name. */
const otherwise: Record<string, string> = {
  HK: 'Hong Kong',
  SU: 'the Soviet Union',
  XC: 'Czechoslovakia',
  XG: 'East Germany',
  YU: 'Yugoslavia',
};

/** Countries whose name has an article. */
const withArticle = new Set(['AE', 'BS', 'CD', 'CF', 'CG', 'DO', 'GB', 'GM', 'MV', 'NL', 'PH', 'US']);

/** 'France', 'the United States'; empty for an unknown code. */
export function nameOfCountry(code: string): string {
  const name = otherwise[code] ?? names.of(code) ?? '';
  return name && withArticle.has(code) ? `the ${name}` : name;
}
