/** What members decide about an item, before they do. Items of earlier versions have it for fields that were added later. */
export const newItemState = {
  watched: false,
  userRating: null,
  note: null,
  rank: null,
};
