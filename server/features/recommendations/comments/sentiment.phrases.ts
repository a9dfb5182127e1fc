/** The sentiment of a comment towards one name. `neither` is everything that is not clearly praise or dislike. */
export type Said = 'praise' | 'dislike' | 'neither';

export type Phrase = readonly [about: string, said: Said, comment: string];

export const phrases = (about: string, said: Said, comments: string): Phrase[] =>
  comments
    .trim()
    .split('\n')
    .map((comment) => [about, said, comment.trim()]);
