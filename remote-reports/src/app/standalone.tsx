import { startAlone, type Connection } from '@console/shared-kernel/standalone'
import { remote } from '../../remote'
import ExternalData from './ExternalData'
import InternalData from './InternalData'

declare const CONNECTION: Connection

startAlone(remote, { './ExternalData': ExternalData, './InternalData': InternalData }, CONNECTION)
