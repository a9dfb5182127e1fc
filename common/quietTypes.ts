/**
 * Changes that the activity leaves out: refreshed facts are no member's action, and sorting a list makes many moves. Apart
 * from the schemas of changes, because every screen needs it and no screen needs those.
 */
export const quietTypes = ['item:refreshed', 'item:moved'] as const;
