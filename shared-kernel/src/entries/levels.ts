/* Pure: the levels of users, their names and what they may be. */
export * from '../domain/levels'
