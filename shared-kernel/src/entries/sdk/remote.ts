/* The part that remotes of other repositories may rely on in their definition, which their build reads in Node. */
export { defineRemote, type RemoteDefinition, type ScreenDefinition } from '../remote'
