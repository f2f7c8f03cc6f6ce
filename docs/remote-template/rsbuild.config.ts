import { remotePreset } from '@console/shared-kernel/build'
import { remote } from './remote'

export default remotePreset(import.meta.dirname, remote)
