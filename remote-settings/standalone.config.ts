import { standalonePreset } from '@console/shared-kernel/build/standalonePreset'

export default standalonePreset(import.meta.dirname)
