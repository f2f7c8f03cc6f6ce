/*
 * Pure rules that the host and most screens need: a page loads them once. It also exports `levels`, for remotes that
 * were built before that was an entry.
 */
export * from './levels'
export * from '../contracts/wireFields'
export * from '../contracts/wireReaders'
export * from '../domain/instants'
export * from '../domain/navigationKeys'
export * from '../domain/rowActions'
export * from '../domain/uiPermissions'
export * from '../domain/search'
export * from '../domain/sorting'
export * from '../domain/userLinks'
