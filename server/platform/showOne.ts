/** What `show`, which reads what several documents need together, gives for one. */
export async function showOne<Doc, View>(show: (docs: readonly Doc[]) => Promise<View[]>, doc: Doc): Promise<View> {
  const [view] = await show([doc]);
  if (view === undefined) throw new Error('There is no view of this document');
  return view;
}
