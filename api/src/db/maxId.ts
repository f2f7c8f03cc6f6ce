/** The largest id PostgreSQL's integer holds; asking for more would be an error instead of "none". */
export const MAX_ID = 2 ** 31 - 1
