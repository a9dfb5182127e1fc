/** Limits that even a very long answer for a title or person stays within. */
const DEEPEST = 32;
const MOST_VALUES = 400_000;

/**
 * Whether a JSON text is within limits of depth and number of values. Parsing a text beyond them may need a hundred times
 * its size in memory. Counts brackets and commas outside of strings.
 */
export function isReasonable(json: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at);
        break;
      case '[':
      case '{':
        depth++;
        values++;
        if (depth > DEEPEST) return false;
        break;
      case ']':
      case '}':
        depth--;
        break;
      case ',':
        values++;
        break;
    }
    if (values > MOST_VALUES) return false;
  }
  return true;
}

/** The place of the quotation mark that ends a string, or the end of the text. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
