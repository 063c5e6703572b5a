import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, resolve } from 'node:path'

const bench = resolve(import.meta.dirname, '..')
const PACKAGES = ['nuxt', 'nitropack', 'h3', 'zod', 'original', 'fastmcp', 'mcp-handler', '@modelcontextprotocol/server', '@modelcontextprotocol/sdk', 'express']

/** Where and with what the figures were measured. */
export function readEnvironment() {
  const git = (...args) => execFileSync('git', args, { cwd: bench, encoding: 'utf8' }).trim()
  const [{ model }] = cpus()
  return {
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', '../../src') ? ' and changes to src' : ''),
    versions: Object.fromEntries(PACKAGES.map(name => [name, versionOf(name)])),
  }
}

/** @param {ReturnType<typeof readEnvironment>} environment */
export function renderEnvironment({ date, machine, node, commit, versions }) {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(', ')
  return `${date.slice(0, 10)}, commit ${commit}, ${machine}, Node ${node}, 16 connections; ${packages}.`
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(bench, 'node_modules', name, 'package.json'), 'utf8')).version
}
