/** Matches the addresses of a path in Express's notation: /api/folders/:id. */
export const pathPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

/** Sorts fixed paths before paths with parameters, whose patterns may match them too. */
export const fixedFirst = (a: string, b: string) => Number(a.includes(':')) - Number(b.includes(':'));
