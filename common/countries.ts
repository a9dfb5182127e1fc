/** All countries, as ISO 3166-1 codes. */
export const COUNTRIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
  'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
  'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
  'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
  'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** The languages of titles and overviews that TMDB has, each as spoken in one country. */
export const LANGUAGES: readonly string[] = (
  'af-ZA ar-AE ar-SA be-BY bg-BG bn-BD ca-ES cs-CZ cy-GB da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-NZ ' +
  'en-US es-ES es-MX et-EE eu-ES fa-IR fi-FI fr-CA fr-FR ga-IE gd-GB gl-ES he-IL hi-IN hr-HR hu-HU id-ID it-IT ja-JP ' +
  'ka-GE kk-KZ kn-IN ko-KR ky-KG lt-LT lv-LV ml-IN mr-IN ms-MY ms-SG nb-NO nl-BE nl-NL pa-IN pl-PL pt-BR pt-PT ro-RO ' +
  'ru-RU si-LK sk-SK sl-SI sq-AL sr-RS sv-SE ta-IN te-IN th-TH tl-PH tr-TR uk-UA uz-UZ vi-VN zh-CN zh-HK zh-SG zh-TW ' +
  'zu-ZA'
).split(' ');

/** For instances whose operator has chosen nothing. */
export const DEFAULT_REGION = 'US';
export const DEFAULT_LANGUAGE = 'en-US';

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });

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

/** 'France', 'United States', for lists; empty for an unknown code. */
export function countryName(code: string): string {
  return otherwise[code] ?? names.of(code) ?? '';
}

/** 'France', 'the United States', for sentences; empty for an unknown code. */
export function nameOfCountry(code: string): string {
  const name = countryName(code);
  return name && withArticle.has(code) ? `the ${name}` : name;
}

/** 'German (Germany)'. */
export function languageName(code: string): string {
  return languageNames.of(code) ?? code;
}
