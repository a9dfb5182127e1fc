type Shared = typeof globalThis & { stopTestDatabase?: () => Promise<void> };

export default async function globalTeardown(): Promise<void> {
  await (globalThis as Shared).stopTestDatabase?.();
}
