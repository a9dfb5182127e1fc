import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { lastLines, root, run, SetupError } from './run.mjs';

const isWindows = process.platform === 'win32';
const NAMES = isWindows ? ['python.exe'] : ['python3', 'python'];
// Without ensurepip, which Debian has in python3-venv, a virtual environment gets no pip.
const PRINT_VERSION = 'import ensurepip, sys; print(sys.version); sys.exit(sys.version_info < (3, 11))';

const requirementsFile = join(root, 'server/openapi/client/requirements.txt');
const environmentFolder = join(root, 'node_modules/.cache/python');
const environmentPython = join(environmentFolder, isWindows ? 'Scripts/python.exe' : 'bin/python');
const stampFile = join(environmentFolder, 'marquee.json');

/** Finds Python by PYTHON_PATH or on PATH. Returns null if none is found. */
export function findPython(environment = process.env) {
  const named = environment.PYTHON_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`PYTHON_PATH is ${named}, but there is no such file.`);
  }
  const onPath = (environment.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return onPath.find((file) => existsSync(file)) ?? null;
}

/** Makes a virtual environment with the Python packages of the tests, unless it is there. Gives the path of its Python. */
export async function preparePython() {
  const { python, version } = await findOrInstallPython();
  const wanted = JSON.stringify({ version, requirements: readFileSync(requirementsFile, 'utf8') });
  await withLock(join(root, '.cache/python.lock'), async () => {
    if (isPrepared(wanted)) return;
    await makeEnvironment(python);
    writeFileSync(stampFile, wanted);
  });
  return environmentPython;
}

async function findOrInstallPython() {
  const found = await findUsablePython();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.error('No Python with venv found; installing python3-venv for a test …');
    await run('apt-get', ['update']);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'python3-venv'], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const installed = await findUsablePython();
  if (installed) return installed;
  throw new SetupError(
    'A test needs Python 3.11 or newer with venv, which could not be installed. Install it, or set PYTHON_PATH.',
  );
}

async function findUsablePython() {
  const python = findPython();
  if (!python) return null;
  const { code, output } = await run(python, ['-c', PRINT_VERSION]);
  return code === 0 ? { python, version: output.trim() } : null;
}

function isPrepared(wanted) {
  // The program is a link, which leads nowhere after the removal of the Python that it was made with.
  return existsSync(environmentPython) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
}

async function makeEnvironment(python) {
  console.log('Installing Python packages for a test (once, about half a minute) …');
  await runOrThrow(python, ['-m', 'venv', '--clear', environmentFolder]);
  await runOrThrow(environmentPython, ['-m', 'pip', 'install', '--no-input', '--requirement', requirementsFile]);
}

async function runOrThrow(command, args) {
  const { code, output } = await run(command, args);
  if (code !== 0) throw new SetupError(`The Python packages could not be installed:\n${lastLines(output, 12)}`);
}
