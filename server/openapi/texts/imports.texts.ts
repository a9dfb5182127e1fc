import { importApi } from '../../../common/api/imports.ts';
import { describeGroup, type TextEntry, text } from './operationText.ts';

export const importsTexts: TextEntry[] = describeGroup('Imports', importApi, {
  create: text(
    'createImport',
    'Begin an import',
    'Begins to move in files of another service. The rows of the files follow. An import is kept for 30 days.',
  ),
  list: text('listImports', 'List your imports', 'Lists your imports of the last 30 days, newest first.'),
  get: text(
    'getImport',
    'Read an import',
    'Returns an import with one page of its rows: all, or those of one outcome or kind. The counts say for each kind how many rows come, are ambiguous, unknown, refused, or are here already. Send next as after for the next page.',
  ),
  addRows: text(
    'addImportRows',
    'Send rows of an import',
    'Stores the next rows, and returns how many there are. Rows that were sent before are left out, so a request can be repeated. With the last row, Marquee looks up the titles.',
  ),
  choose: text(
    'setImportChoices',
    'Choose what an import does',
    'Sets which lists the titles go to, what is left out, and whose review stays where you have one already. Choices that are not sent stay. Members of a list need canAdd.',
  ),
  fixRow: text(
    'fixImportRow',
    'Fix a row of an import',
    'Sets which title all rows with the title of this row are about, or leaves them out.',
  ),
  apply: text(
    'applyImport',
    'Apply an import',
    'Begins to write what the preview shows, and answers at once; import:progress says how far it is. Rows that have been applied are never applied again, so an import that was interrupted goes on where it was.',
  ),
  undo: text(
    'undoImport',
    'Undo an import',
    'Begins to take back what is still as the import left it, and answers at once. Rows that stay say why.',
  ),
  remove: text(
    'deleteImport',
    'Delete an import',
    'Deletes the import and its rows. What it has made stays, and can no longer be undone.',
  ),
});
