/* The levels of users, their names and what they may do. Pure. */
export * from '../domain/levels'
