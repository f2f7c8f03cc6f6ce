import { bareFolder } from '../setup/folders'
import { referenceBuild } from '../setup/reference'

export default referenceBuild(bareFolder, 'Bare list')
