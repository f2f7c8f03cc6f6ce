/*
 * The part that remotes in other repositories may use in their definition, which their build reads in Node.
 */
export { defineRemote, type RemoteDefinition, type ScreenDefinition } from '../remote'
