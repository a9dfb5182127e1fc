/**
 * A cell that spreadsheets would take for a formula. In East Asian languages the wide forms of the signs begin one too. An
 * apostrophe in front of the cell prevents that.
 */
export const formula = /^'*[=+\-@＝＋－＠\t\r\n]/;
