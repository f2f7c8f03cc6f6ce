import { startAlone, type Connection } from '@console/shared-kernel/standalone'
import { remote } from '../../remote'
import ManagedMachines from './ManagedMachines'

declare const CONNECTION: Connection

startAlone(remote, { './ManagedMachines': ManagedMachines }, CONNECTION)
