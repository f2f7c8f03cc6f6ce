import { jest } from '@jest/globals'
import { configure } from '@testing-library/dom'

// machines may be busy with other tests
configure({ asyncUtilTimeout: 5_000 })
jest.setTimeout(20_000)
