export { remotePreset } from './remotePreset'
