/* What a remote's own build files take. */
export { remotePreset } from './remotePreset'
export { standalonePreset } from './standalonePreset'
