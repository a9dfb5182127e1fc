type Json = unknown;

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The same value without one of its parts, for each part, the outermost first. */
function* smaller(value: Json): Generator<Json> {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) yield value.toSpliced(i, 1);
    for (let i = 0; i < value.length; i++) for (const part of smaller(value[i])) yield value.with(i, part);
  } else if (isObject(value)) {
    const keys = Object.keys(value);
    for (const key of keys) yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
    for (const key of keys) for (const part of smaller(value[key])) yield { ...value, [key]: part };
  }
}

/** Removes parts of a failing case as long as it fails. */
export async function shrink<T>(failing: T, fails: (candidate: T) => Promise<boolean>): Promise<T> {
  for (const candidate of smaller(failing)) {
    if (await fails(candidate as T).catch(() => false)) return shrink(candidate as T, fails);
  }
  return failing;
}
