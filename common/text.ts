const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, direction marks, joiners, fillers, tags, selectors, private characters and lone surrogates. */
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

const joiner = /^[\u200c\u200d]$/;
/** Scripts in which joiners change the form of neighbouring letters. */
const joined =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]$/u;
const emojiPart = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const emoji = /^\p{Extended_Pictographic}$/u;
const selector = /^\p{Variation_Selector}$/u;
const selected = /^[\p{Emoji}\p{Script=Han}\p{Script=Mongolian}]$/u;
const tag = /^[\u{e0020}-\u{e007f}]$/u;
const tagged = /^[🏴\u{e0020}-\u{e007e}]$/u;

/** True if an invisible character is needed: in words of some scripts, and within emoji. */
function belongs(character: string, before: string, after: string): boolean {
  if (joiner.test(character)) {
    return (joined.test(before) && joined.test(after)) || (emojiPart.test(before) && emoji.test(after));
  }
  return (selector.test(character) && selected.test(before)) || (tag.test(character) && tagged.test(before));
}

function withoutInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  const characters = [...text];
  const kept: string[] = [];
  for (const [index, character] of characters.entries()) {
    const stays = !invisible.test(character) || belongs(character, kept.at(-1) ?? '', characters[index + 1] ?? '');
    if (stays) kept.push(character);
  }
  return kept.join('');
}

/**
 * A name or text as it is stored: in Unicode normal form C, on one line, without surrounding spaces and without
 * invisible characters, which could hide or reverse part of it, or make it look like another text.
 */
export function plainText(text: string): string {
  const composed = text.normalize('NFC').replace(lineBreaks, ' ');
  return withoutInvisible(composed).normalize('NFC').trim();
}

/** True if the text has a visible character. Accents alone and the empty Braille pattern are not visible. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/[\u2800\p{Default_Ignorable_Code_Point}]/gu, ''));
}
