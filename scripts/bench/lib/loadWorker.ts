// The process that a load runs in: takes its name and arguments from the parent, answers what it measured, ends.
process.once('message', async ({ name, args }: { name: string; args: unknown }) => {
  try {
    const { run } = (await import(`../loads/${name}.ts`)) as { run(args: unknown): Promise<unknown> };
    const result = await run(args);
    process.send?.({ result }, () => process.exit(0));
  } catch (error) {
    process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, () =>
      process.exit(1),
    );
  }
});
