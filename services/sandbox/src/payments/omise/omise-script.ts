/**
 * The script at `OMISE_JS_URL`: the part of Omise.js for cards and sources. It calls the address that it was loaded from
 * and passes on status and answer as Omise.js does; without an answer the status is 0.
 */
export const OMISE_SCRIPT = `'use strict';
(function () {
  var base = document.currentScript.src.replace(/\\/omise\\.js.*$/, '');
  var publicKey = '';
  function post(path, body, callback) {
    fetch(base + path, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        authorization: 'Basic ' + btoa(publicKey + ':'),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
      .then(function (response) {
        return response.json().then(function (answer) {
          return [response.status, answer];
        });
      })
      .catch(function () {
        return [0, { object: 'error', code: 'network_error', message: 'no answer' }];
      })
      .then(function (result) {
        callback(result[0], result[1]);
      });
  }
  window.Omise = {
    publicKey: '',
    setPublicKey: function (key) {
      publicKey = key;
      window.Omise.publicKey = key;
      return key;
    },
    createToken: function (kind, values, callback) {
      var body = {};
      body[kind] = values;
      post('/tokens', body, callback);
    },
    createSource: function (type, values, callback) {
      post('/sources', Object.assign({}, values, { type: type }), callback);
    },
  };
})();
`;
