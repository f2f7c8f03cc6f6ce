import { standalonePreset } from '@console/remote-preset'

export default standalonePreset(import.meta.dirname)
