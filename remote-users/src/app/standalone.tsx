import { startAlone, type Connection } from '@console/shared-kernel/standalone'
import { remote } from '../../remote'
import ManagedUsers from './ManagedUsers'

declare const CONNECTION: Connection

startAlone(remote, { './ManagedUsers': ManagedUsers }, CONNECTION)
