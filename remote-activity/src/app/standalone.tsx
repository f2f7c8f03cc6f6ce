import { startAlone, type Connection } from '@console/shared-kernel/standalone'
import { remote } from '../../remote'
import Activity from './Activity'

declare const CONNECTION: Connection

startAlone(remote, { './Activity': Activity }, CONNECTION)
