// The process of a load. It gets name and arguments from its parent, sends the result and exits.
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
