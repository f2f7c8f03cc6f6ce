/*
 * Pure rules that the host and most screens need: a page loads them once. Also exports `levels`, for remotes
 * built before it became an entry.
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
