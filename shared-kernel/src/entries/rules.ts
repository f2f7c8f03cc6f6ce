/* Pure rules that most screens need and the host has for itself: a page loads them once. */
export * from '../contracts/entity'
export * from '../contracts/wire'
export * from '../domain/dates'
export * from '../domain/levels'
export * from '../domain/permissions'
export * from '../domain/search'
export * from '../domain/sorting'
