/** The facts of a title that its artwork is made from. */
export interface ArtSubject {
  mediaType: 'movie' | 'tv';
  id: number;
  title: string;
  year: number;
  /** Genre ids of TMDB. */
  genreIds: number[];
  keywords: string[];
  /** Director or creator, for the small print; may be empty. */
  maker: string;
  /** The motif to draw, if it fits; see spreadMotifs. Without it the id decides. */
  motif?: string | undefined;
}

/** The facts of a person that a monogram is made from. */
export interface ArtPerson {
  id: number;
  name: string;
}
