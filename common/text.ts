/** Line breaks and tabs, which are spaces in a text of one paragraph. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Characters that are not seen, and some of which change how others are seen: controls, marks of direction, joiners. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]|\u034F|[\u115F\u1160\u3164\uFFA0]|\u17B4|\u17B5/gu;

/** A text as it is kept: composed (NFC), in one paragraph, without hidden characters and without space around it. */
export function plainText(value: string): string {
  return value.replace(breaks, ' ').replace(hidden, '').normalize('NFC').trim();
}
