import { remotePreset } from '@console/remote-preset'
import { remote } from './remote'

export default remotePreset(import.meta.dirname, remote)
