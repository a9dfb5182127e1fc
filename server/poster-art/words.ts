/** The words of a text in lower case, without accents and apostrophes; '&' counts as 'and'; 'Alien³' is two words. */
export function wordsOf(text: string): string[] {
  const plain = text
    .replace(/[¹²³½]/g, (sign) => ` ${sign}`)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’ʻ`]/g, '')
    .replace(/&/g, ' and ');
  return plain.match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}
