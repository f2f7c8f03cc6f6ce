import { peerFolder } from '../setup/folders'
import { referenceBuild } from '../setup/reference'

export default {
  ...referenceBuild(peerFolder, 'react-admin'),
  // one file, as react-admin's own template builds it
  splitChunks: false,
}
