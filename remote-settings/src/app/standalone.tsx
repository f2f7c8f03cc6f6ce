import { startAlone, type Connection } from '@console/shared-kernel/standalone'
import { remote } from '../../remote'
import SettingsHome from './SettingsHome'

declare const CONNECTION: Connection

startAlone(remote, { './SettingsHome': SettingsHome }, CONNECTION)
