/** This many votes count as much as one point of popularity. */
const VOTES_LIKE_FAME = 800;

/** Current popularity and the number of votes: either alone would rank Reunion before Psycho. */
export const fameOf = (popularity: number, votes: number) => popularity + votes / VOTES_LIKE_FAME;
