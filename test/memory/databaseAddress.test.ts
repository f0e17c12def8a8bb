/** Addresses as people write them, with characters that end the password early. */
import { strict as assert } from 'node:assert';
import { checkDatabaseAddress } from '../../src/memory/upkeep/databaseAddress.ts';

describe('the address of a database', () => {
  it('is valid with and without a password, with escaped characters and with parameters', () => {
    for (const address of [
      'postgres://db.example/bigmind',
      'postgresql://u@db.example:5432/bigmind?sslmode=verify-full',
      'POSTGRES://u:p%40%2F%23@db.example/bigmind',
      'postgres://u:p@ss@db.example/bigmind',
      'postgres://u:100%@db.example/bigmind',
      'postgres://db.example/bigmind?user=u@corp&application_name=a@b',
      'postgres://db.example?user=u@corp',
      'postgres://db.example:5432/bigmind?user=u@corp',
      'postgres:///bigmind?host=/var/run/postgresql',
    ])
      assert.equal(checkDatabaseAddress(address), 'valid', address);
  });

  it('has a password that must be escaped if that ends the host early, also where it seems to be a port', () => {
    for (const address of [
      'postgres://u:pa/ss@db.example/bigmind',
      'postgres://u:12/ss@db.example/bigmind',
      'postgres://u:12#ss@db.example/bigmind',
      'postgres://u:12?ss@db.example/bigmind',
      'postgres://u:p@12/ss@db.example/bigmind',
      'postgres://u:1/2?3@db.example/bigmind',
      'postgres://u:1#2?x@db.example/bigmind',
      'postgres://u:pa/s?x@db.example/bigmind',
      'postgres://u:p?a=b@db.example/bigmind',
      'postgres://u:%e4@db.example/bigmind',
    ])
      assert.equal(checkDatabaseAddress(address), 'unescaped', address);
  });

  it('is invalid for another scheme, without one, and with a port that is none', () => {
    for (const address of ['mysql://u:p@x/y', 'u:p@x', 'postgres:u', 'postgres://u:p@x:port/y'])
      assert.equal(checkDatabaseAddress(address), 'invalid', address);
  });
});
