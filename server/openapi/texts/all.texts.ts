import type { Call } from '../../../common/api/call.ts';
import { accountTexts } from './account.texts.ts';
import { commentsTexts } from './comments.texts.ts';
import { importsTexts } from './imports.texts.ts';
import { libraryTexts } from './library.texts.ts';
import { listsTexts } from './lists.texts.ts';
import { noticesTexts } from './notices.texts.ts';
import type { TaggedText } from './operationText.ts';
import { playersTexts } from './players.texts.ts';
import { pollsTexts } from './polls.texts.ts';
import { titlesTexts } from './titles.texts.ts';
import { webhooksTexts } from './webhooks.texts.ts';

const texts = new Map<Call, TaggedText>([
  ...accountTexts,
  ...listsTexts,
  ...libraryTexts,
  ...commentsTexts,
  ...importsTexts,
  ...playersTexts,
  ...noticesTexts,
  ...pollsTexts,
  ...titlesTexts,
  ...webhooksTexts,
]);

/** The texts of a call. Throws when the call's whole group has none. */
export function textOf(call: Call): TaggedText {
  const found = texts.get(call);
  if (!found) throw new Error(`No text for ${call.method} ${call.path} in server/openapi/texts`);
  return found;
}
