/** Well-known titles on the landing screen, in columns. Their art is the server's own and open to visitors. */
export const posterWall = [
  ['movie/603', 'movie/129', 'movie/76341', 'tv/1396', 'movie/289'],
  ['movie/335984', 'movie/120467', 'movie/578', 'movie/496243', 'tv/94605'],
  ['movie/157336', 'movie/313369', 'tv/95396', 'movie/348', 'movie/194'],
  ['movie/680', 'movie/4935', 'movie/438631', 'movie/539', 'tv/87108'],
  ['movie/105', 'tv/66732', 'movie/62', 'movie/372058', 'movie/11'],
  ['movie/843', 'movie/329', 'movie/244786', 'tv/136315', 'movie/346698'],
] as const;
