/** The name of the embedded database's files (`marquee.mdb` in DATA_DIR) and of the database inside them. */
export const databaseName = 'marquee';
