const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Countries that are gone, which the common names would call by what came after, and one that people call shorter. */
const otherwise: Record<string, string> = {
  HK: 'Hong Kong',
  SU: 'the Soviet Union',
  XC: 'Czechoslovakia',
  XG: 'East Germany',
  YU: 'Yugoslavia',
};

/** Countries that are spoken of with an article. */
const articled = new Set(['AE', 'BS', 'CD', 'CF', 'CG', 'DO', 'GB', 'GM', 'MV', 'NL', 'PH', 'US']);

/** 'France', 'the United States'; empty for a code that names no country. */
export function nameOfCountry(code: string): string {
  const name = otherwise[code] ?? names.of(code) ?? '';
  return name && articled.has(code) ? `the ${name}` : name;
}
