/** What two teams remember about their projects: in English, German and Chinese, as facts and sessions. */

/** Of the project that the queries are about; each is stored a day after the previous one. */
export const facts: [category: string, text: string][] = [
  ['decision', 'The dimming schedule of the lamps is stored in DuckDB, one row for each lamp and evening.'],
  ['codebase', 'The gateway talks MQTT to the lamps, with quality of service 1 and retained messages.'],
  ['constraint', 'A firmware image must stay below 384 kilobytes, or the bootloader rejects it.'],
  ['decision', 'We sign firmware images with an Ed25519 key that lies in the vault named sparrow.'],
  ['codebase', 'The map view is drawn with MapLibre, and its tiles come from our own tile server.'],
  ['preference', 'Commit messages begin with the component in lower case, such as "gateway:".'],
  ['codebase', 'End-to-end tests run with Playwright against the simulator of twelve lamps.'],
  ['decision', 'Die Wartungsfenster der Leuchten liegen sonntags zwischen zwei und vier Uhr nachts.'],
  ['codebase', 'Der Simulator erzeugt Störungen zufällig; mit SIM_SEED werden sie wiederholbar.'],
  ['constraint', 'Messwerte der Leuchten werden nach neunzig Tagen gelöscht, so will es der Datenschutz.'],
  ['decision', '路灯固件升级使用双分区方案,失败时自动回滚。'],
  ['codebase', '网关的日志保存在 /var/log/lumen 目录,每天轮换一次。'],
  ['constraint', '夜间告警只通过短信通知值班工程师。'],
];

/** Of another project, which queries in the first one ask about. */
export const elsewhere: [category: string, text: string][] = [
  ['decision', 'The crusher line exports its readings to Snowflake every fifteen minutes.'],
  ['codebase', 'The conveyor dashboard uses the charting library Vega.'],
  ['decision', 'Die Waage im Steinbruch wird über Modbus ausgelesen.'],
];

/** An older fact, and the newer one that supersedes it. */
export const replaced: [stale: string, current: string][] = [
  ['Releases of the gateway go out every Tuesday morning.', 'Releases of the gateway go out every Thursday morning.'],
  ['The lamp protocol is encoded with Protobuf.', 'The lamp protocol is encoded with CBOR.'],
  ['Das Passwort-Hashing der Leitwarte nutzt bcrypt.', 'Das Passwort-Hashing der Leitwarte nutzt Argon2.'],
  ['网关的默认端口是 8080。', '网关的默认端口是 9443。'],
];

/** Both are stored, but they contradict each other. */
export const contradictory: [older: string, newer: string][] = [
  ['The lamp simulator supports brownouts.', 'The lamp simulator does not support brownouts.'],
  ['Die Leitwarte verschlüsselt Sicherungen.', 'Die Leitwarte verschlüsselt Sicherungen nicht.'],
];

/** Recorded sessions; of those about one subject, the newest is last. */
export const sessions: { session: string; day: string; turns: [role: string, text: string][] }[] = [
  {
    session: 'flicker',
    day: '2026-01-12',
    turns: [
      ['user', 'Lamps on the harbour bridge flicker after the upgrade. What is wrong?'],
      [
        'assistant',
        'The watchdog resets the driver because the PWM timer was started twice. I removed the second start.',
      ],
      ['user', 'Good. Retry budget for the driver is 3 attempts.'],
    ],
  },
  {
    session: 'budget',
    day: '2026-02-20',
    turns: [
      ['user', 'Retry budget for the driver is 5 attempts now, three were too few in the cold.'],
      ['assistant', 'I raised the retry budget of the driver in driver/retry.rs.'],
    ],
  },
  {
    session: 'buffer',
    day: '2026-01-15',
    turns: [
      ['user', 'The flush interval of the gateway buffer is 30 seconds.'],
      ['assistant', 'Noted in buffer.toml.'],
    ],
  },
  {
    session: 'buffer again',
    day: '2026-02-22',
    turns: [
      [
        'user',
        'From today on, the flush interval of the gateway buffer is 10 seconds, since power cuts lost too much.',
      ],
      ['assistant', 'Changed.'],
    ],
  },
  {
    session: 'dusk',
    day: '2026-01-16',
    turns: [['user', 'Die Haltezeit der Dämmerungsstufe beträgt 15 Minuten.']],
  },
  {
    session: 'dusk again',
    day: '2026-02-23',
    turns: [['user', 'Nach der Beschwerde der Anwohner beträgt die Haltezeit der Dämmerungsstufe 40 Minuten.']],
  },
  { session: 'heartbeat', day: '2026-01-17', turns: [['user', '心跳间隔是五秒。']] },
  { session: 'heartbeat again', day: '2026-02-24', turns: [['user', '为了省电,现在心跳间隔是二十秒。']] },
  {
    session: 'tariff',
    day: '2026-02-25',
    turns: [
      ['user', 'Warum stimmen die Stromkosten im Monatsbericht nicht?'],
      ['assistant', 'Der Bericht rechnete die Sommerzeit doppelt; ich habe die Umrechnung in tariff.ts berichtigt.'],
    ],
  },
  {
    session: 'map',
    day: '2026-03-02',
    turns: [
      ['user', '地图上的路灯位置为什么偏移?'],
      ['assistant', '坐标系混用了 GCJ-02 和 WGS-84,已在导入时统一转换。'],
    ],
  },
];
