import { Unzip, UnzipInflate } from 'fflate';
import { limits } from '../../../../common/constants.ts';
import { plainText } from '../../../../common/text.ts';

/** A file as the browser gives it, or a part of a ZIP. */
export interface InputFile {
  name: string;
  size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file whose text has been read. */
export interface TextFile {
  /** Without folders. */
  name: string;
  /** The folders around it in its ZIP. */
  folders: string[];
  text: string;
  isFromZip: boolean;
  /** What the person should know about how it was read. */
  note?: string | undefined;
}

/** A reason that can be shown, why a file cannot be read. */
export class UnreadableFile extends Error {}

/** A file that is no text, or a text that is no list. */
export interface UselessFile {
  name: string;
  /** As the rest of a sentence that begins with the name. */
  problem: string;
  isEmpty: boolean;
}

export const EXPECTED = 'Choose the ZIP, CSV or JSON file that the service gave you when you exported your data.';

/** As the rest of a sentence that begins with the name of the file. */
export const ANIME_LIST =
  'is a list of MyAnimeList or AniList. Marquee cannot match these, because they number seasons as separate titles.';

const CHUNK_BYTES = 1 << 20;
/** A ZIP in the chosen ZIP is read, one in that is not. */
const ZIP_LEVELS = 2;
const ZIPS_PER_LEVEL = 10;
/** Exports have many small files: Trakt's history alone is one for each 250 viewings. */
const ENTRIES = 5000;
/** Of all files of a ZIP together. */
const INFLATED_BYTES = 4 * limits.importFileBytes;
/** No service writes lines like that; a mistake or an attack would. */
const LINE_CHARACTERS = 4_000_000;

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Reads a file, or the files of a ZIP one after the other, so that only one text is in memory at a time. */
export async function* openFile(file: InputFile): AsyncGenerator<TextFile | UselessFile> {
  if (file.size > limits.importFileBytes)
    throw new UnreadableFile(
      `${file.name} is larger than ${megabytes(limits.importFileBytes)}. ${EXPECTED} A spreadsheet can be split and imported in parts.`,
    );
  if (file.size === 0) throw new UnreadableFile(`${file.name} is empty. ${EXPECTED}`);
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (isZip(start)) {
    yield* openZip(file, { level: 1, budget: { bytes: INFLATED_BYTES } });
    return;
  }
  const bytes = new Uint8Array(await file.slice(0, file.size).arrayBuffer());
  yield readText(bytes, file.name, []);
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

interface ZipState {
  level: number;
  /** What may still be inflated. The sizes that a ZIP declares are not trusted. */
  budget: { bytes: number };
}

interface Entry {
  path: string;
  bytes: Uint8Array;
}

async function* openZip(zip: InputFile, { level, budget }: ZipState): AsyncGenerator<TextFile | UselessFile> {
  let zips = 0;
  for await (const entry of inflateEntries(zip, budget)) {
    const folders = partsOf(entry.path);
    const name = folders.pop() ?? '';
    if (!isZip(entry.bytes)) {
      if (/\.(csv|tsv|json|txt)$/i.test(name)) yield readText(entry.bytes, name, folders, true);
      else if (OFFICE_PART.test(entry.path)) throw new UnreadableFile(officeProblem(zip.name, entry.path));
      continue;
    }
    zips++;
    if (level >= ZIP_LEVELS || zips > ZIPS_PER_LEVEL)
      throw new UnreadableFile(
        `${zip.name} has too many ZIP files in each other. Unpack it on your device, and choose the files in it.`,
      );
    const slice = (from: number, to: number) => {
      return { arrayBuffer: async () => entry.bytes.slice(from, to).buffer };
    };
    yield* openZip({ name, size: entry.bytes.length, slice }, { level: level + 1, budget });
  }
}

/** The parts of Excel and Word files, which are ZIPs. */
const OFFICE_PART = /^(xl\/workbook\.xml|word\/document\.xml|content\.xml)$/;

function officeProblem(name: string, path: string): string {
  return path.startsWith('word/')
    ? `${name} is a text document. Save it as plain text with one title a line, and choose that file.`
    : `${name} is a spreadsheet in the format of an office program. Save it as CSV, and choose that file.`;
}

/** Without what would lead out of the folder. Paths only say what a file is; nothing is ever written. */
function partsOf(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[a-z]:$/i.test(part));
}

function isWanted(path: string): boolean {
  const parts = partsOf(path);
  if (parts.includes('__MACOSX') || parts.at(-1)?.startsWith('.')) return false;
  return /\.(csv|tsv|json|txt|zip)$/i.test(path) || OFFICE_PART.test(path);
}

async function* inflateEntries(zip: InputFile, budget: ZipState['budget']): AsyncGenerator<Entry> {
  const done: Entry[] = [];
  let failed: unknown = null;
  let entries = 0;
  const unzip = new Unzip((file) => {
    entries++;
    if (entries > ENTRIES) failed ??= new UnreadableFile(`${zip.name} has more than ${ENTRIES} files. ${EXPECTED}`);
    if (failed || file.name.endsWith('/') || !isWanted(file.name)) return;
    const chunks: Uint8Array[] = [];
    let size = 0;
    file.ondata = (error, chunk, isFinal) => {
      if (error) failed ??= error;
      if (failed) return;
      size += chunk.length;
      budget.bytes -= chunk.length;
      if (size > limits.importFileBytes || budget.bytes < 0) {
        failed = new UnreadableFile(
          `${zip.name} has a file that is larger than ${megabytes(limits.importFileBytes)} when it is unpacked. ${EXPECTED}`,
        );
        file.terminate();
        return;
      }
      chunks.push(chunk);
      if (isFinal) done.push({ path: file.name, bytes: joinBytes(chunks, size) });
    };
    try {
      file.start();
    } catch (error) {
      failed ??= error;
    }
  });
  unzip.register(UnzipInflate);
  const first = new Uint8Array(await zip.slice(0, 8).arrayBuffer());
  if (((first[6] ?? 0) & 1) === 1) throw lockedZip(zip.name);
  for (let from = 0; from < zip.size && !failed; from += CHUNK_BYTES) {
    const chunk = new Uint8Array(await zip.slice(from, Math.min(from + CHUNK_BYTES, zip.size)).arrayBuffer());
    try {
      // Small steps, so that what they inflate to is counted before there is much of it.
      for (let at = 0; at < chunk.length && !failed; at += 16_384)
        unzip.push(chunk.subarray(at, at + 16_384), from + CHUNK_BYTES >= zip.size && at + 16_384 >= chunk.length);
    } catch (error) {
      failed ??= error;
    }
    while (!failed && done.length > 0) {
      const entry = done.shift();
      if (entry) yield entry;
    }
  }
  if (failed instanceof UnreadableFile) throw failed;
  if (failed)
    throw new UnreadableFile(
      `${zip.name} is damaged or locked with a password. Download it again, or unpack it on your device and choose the files in it.`,
    );
}

function lockedZip(name: string): UnreadableFile {
  return new UnreadableFile(`${name} is locked with a password. Unpack it on your device, and choose the files in it.`);
}

function joinBytes(chunks: Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only) return only;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function readText(bytes: Uint8Array, name: string, folders: string[], isFromZip = false): TextFile | UselessFile {
  const useless = (problem: string, isEmpty = false): UselessFile => {
    return { name, problem, isEmpty };
  };
  const problem = problemOf(bytes);
  if (problem) return useless(problem);
  const { text, note } = decode(bytes, name);
  const lines = text.replace(/\r\n?/g, '\n');
  if (lines.trim() === '') return useless('is empty.', true);
  if (isBinary(lines)) return useless('is not a text file.');
  if (!/^\s*[[{]/.test(lines) && longestLine(lines) > LINE_CHARACTERS) {
    const most = LINE_CHARACTERS.toLocaleString('en');
    return useless(`has a line of more than ${most} characters, so it is no list of titles.`);
  }
  return { name: plainText(name.slice(-200)), folders, text: lines, isFromZip, note };
}

/** Texts have no control characters but tabs and line breaks. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, 4000);
  return (sample.match(/(?![\t\n])\p{Cc}/gu) ?? []).length > sample.length / 50;
}

function longestLine(text: string): number {
  let longest = 0;
  let from = 0;
  while (from <= text.length) {
    const end = text.indexOf('\n', from);
    const until = end === -1 ? text.length : end;
    longest = Math.max(longest, until - from);
    from = until + 1;
  }
  return longest;
}

const startsWith = (bytes: Uint8Array, signature: string) =>
  [...signature].every((character, at) => bytes[at] === character.charCodeAt(0));

/** What a file is that was chosen by mistake. */
function problemOf(bytes: Uint8Array): string | null {
  if (startsWith(bytes, '%PDF')) return 'is a PDF.';
  if (['\x89PNG', '\xff\xd8\xff', 'GIF8'].some((signature) => startsWith(bytes, signature))) return 'is a picture.';
  if (['\x1f\x8b', 'Rar!', '7z\xbc\xaf'].some((signature) => startsWith(bytes, signature)))
    return 'is packed in another way than as ZIP. Unpack it on your device first.';
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) return 'is a document of an office program. Save a spreadsheet as CSV.';
  if (startsWith(bytes, '{\\rtf'))
    return 'is a document of an office program. Save it as plain text with one title a line.';
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 2000)).replace(/^ï»¿/, '').trimStart();
  if (/^<(!doctype html|html|head|!--)/i.test(start)) return 'is a saved web page.';
  if (/<myanimelist/i.test(start)) return ANIME_LIST;
  if (/^<\?xml|^<[a-z][^>]*>/i.test(start)) return 'is an XML file, which Marquee does not read.';
  return null;
}

/** UTF-8, else Windows-1252, which also reads Latin-1. Some files have both, because they were put together by hand. */
function decode(bytes: Uint8Array, name: string): { text: string; note?: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decodeAs('utf-16le', bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decodeAs('utf-16be', bytes) };
  // The header, which has few letters of other scripts.
  const sample = bytes.subarray(0, 100);
  const zeros = sample.filter((byte) => byte === 0).length;
  if (zeros > sample.length / 4) return { text: decodeAs(sample[0] === 0 ? 'utf-16be' : 'utf-16le', bytes) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return decodeLines(bytes, name);
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

function decodeLines(bytes: Uint8Array, name: string): { text: string; note?: string } {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const single = new TextDecoder('windows-1252');
  const lines: string[] = [];
  let hasUtf8 = false;
  let from = 0;
  while (from <= bytes.length) {
    const end = bytes.indexOf(0x0a, from);
    const until = end === -1 ? bytes.length : end;
    const line = bytes.subarray(from, until);
    const isAscii = line.every((byte) => byte < 0x80);
    try {
      lines.push(utf8.decode(line));
      hasUtf8 ||= !isAscii;
    } catch {
      lines.push(single.decode(line));
    }
    from = until + 1;
  }
  const text = lines.join('\n').replace(/^\ufeff/, '');
  if (!hasUtf8) return { text };
  return {
    text,
    note: `${name} mixes two ways of writing accents. Marquee expected UTF-8 in each line and read the others as Windows-1252, so check the accents in the preview.`,
  };
}
