export { remotePreset } from './remotePreset'
export { standalonePreset } from './standalonePreset'
