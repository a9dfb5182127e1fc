/** The path of a Python on this machine, or null: PYTHON_PATH, then PATH. */
export function findPython(environment?: NodeJS.ProcessEnv): string | null;

/** Makes a virtual environment with the Python packages of the tests, unless it is there. Gives the path of its Python. */
export function preparePython(): Promise<string>;
