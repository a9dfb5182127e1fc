/** The user closed the dialog that an action needed. Nothing went wrong, so no error is shown. */
export class Cancelled extends Error {}
