/** What an answer that is long for a title or a person still keeps within. */
const DEEPEST = 32;
const MOST_VALUES = 400_000;

/**
 * Whether a JSON text is no deeper and has no more values than an answer of these services can have; parsing one
 * that does may take a hundred times its size in memory. Looks at brackets and commas outside of strings alone.
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

/** The place of the quotation mark that ends a string; the end of the text when none does. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
